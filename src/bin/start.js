// Plain JavaScript that an old Node can still parse: it says which version is needed instead of failing on syntax.

/** @param {() => Promise<unknown>} program imports the program, which runs on being imported */
export function start(program) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return program();
  process.stderr.write(
    `This program needs Node.js 24.15 or newer; this is ${process.version}.\nInstall a newer one from your distribution or from https://nodejs.org/ and try again.\n`,
  );
  process.exitCode = 78;
}
