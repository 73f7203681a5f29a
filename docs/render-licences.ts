/** The part of package-lock.json that is read here. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** docs/licences.md from the lock file: what an installation brings along, by licence. */
export function renderLicences({ packages }: LockFile): string {
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const byLicence = Map.groupBy(installed, ([, { license = 'not said' }]) => license);
  const rows = [...byLicence]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, entries]) => {
      const names = [...new Set(entries.map(toName))].sort();
      return `| ${licence} | ${names.length} | ${names.join(', ')} |`;
    });
  return `# Licences

What an installation brings along, as the lock file has it; packages for development are not among it. Builds of one package for several
systems are in the list together, though a machine gets only its own. TypeScript is there because the Qdrant client wants it
beside it; nothing here runs it.

This page is written by \`npm run docs\` from \`package-lock.json\`.

| Licence | Packages | |
|---|---|---|
${rows.join('\n')}
`;
}

function toName([path]: [string, LockedPackage]): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
