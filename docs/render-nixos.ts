export interface NixOption {
  readonly name: string;
  readonly type: string;
  readonly default: string | null;
  readonly example: string | null;
  readonly description: string;
}

const BEGIN = '<!-- The table is written by `npm run docs`, with NIXPKGS_LIB set, from nix/options.nix. -->';
const PREFIX = 'services.paperless-rag.';

/** The page with its table of options renewed. */
export function renderNixos(page: string, options: readonly NixOption[]): string {
  const [head] = page.split(BEGIN);
  const rows = options.map(
    ({ name, type, default: fallback, example, description }) =>
      `| \`${name.slice(PREFIX.length)}\` | ${inCell(type)} | ${toCode(fallback)} | ${toCode(example)} | ${inCell(description)} |`,
  );
  return [
    `${head}${BEGIN}\n`,
    '| Option | Type | Default | Example | Meaning |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function toCode(text: string | null): string {
  return text === null ? '' : `\`${inCell(text.replaceAll(/\s+/g, ' '))}\``;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
