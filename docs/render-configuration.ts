import type { VariableDoc } from '../src/config/config.ts';

/** docs/configuration.md from the schemas of src/config.ts. */
export function renderConfiguration(variables: readonly VariableDoc[]): string {
  const rows = variables.map(
    ({ name, fallback, description, secret, programs }) =>
      `| \`${name}\`${secret ? ` (or \`${name}_FILE\`)` : ''} | ${fallback === undefined ? '' : `\`${fallback}\``} | ${programs.join(', ')} | ${description} |`,
  );
  return `# Configuration

Every program reads its settings from environment variables, once, when it starts. An empty variable counts as unset.
Yes-or-no variables take the words \`true\` and \`false\`. All problems are reported together, with exit code 78.
A variable that looks like a misspelt one of ours is one of them, and the right name is given; all others, such as Paperless' own,
are passed over.
A secret \`NAME\` can also come from the file named by \`NAME_FILE\`, which is how systemd hands over credentials.

This page is written by \`npm run docs\` from \`src/config.ts\`.

| Variable | Default | Read by | Meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}
