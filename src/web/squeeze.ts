/**
 * What stands for itself in a script of this project, or the punctuation whose surrounding blanks don't matter. Relies on
 * the formatter: statements end in semicolons, a division has blanks on both sides, templates aren't nested.
 */
const SCRIPT_PARTS =
  /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/[a-z]*|\s*,?\s*([}\])])\s*|\s*(=>|[=!]==|&&|\|\||\?\?=?|[-+|&]=|[{([,;:?<>=])\s*|\b(?:const|undefined|true|false)\b|(?<=\b(?:from|return|case)) (?=['"`])/g;

/** Shorter words for the same, in programs that run without these. */
const SHORTER: Readonly<Record<string, string>> = {
  const: 'let',
  undefined: 'void 0',
  true: '!0',
  false: '!1',
  ' ': '',
};

/** `(a)=>`, unless a word before it would become one with it. */
const LONE_PARAMETER = /(?<![\w$])\((\w+)\)=>/g;

/** The same for a style sheet: no string of it holds what is squeezed. */
const STYLE_PARTS = /\s*([{};,>])\s*|(:)\s+(?=[^{}]*[;}])/g;

/**
 * A script as it is sent: comments and blanks are for those who read its source. The page is promised to weigh 100 kB at
 * most with all it loads, for old machines and slow links; `test/web/app.test.ts` holds that.
 */
export function squeezeScript(source: string): string {
  return joinConstants(dropComments(source))
    .replace(SCRIPT_PARTS, (part, closing?: string, mark?: string) => closing ?? mark ?? SHORTER[part] ?? part)
    .replaceAll(';}', '}')
    .replace(LONE_PARAMETER, '$1=>');
}

/** A style sheet as it is sent. */
export function squeezeStyle(source: string): string {
  return dropComments(source)
    .replace(STYLE_PARTS, (_, mark?: string, colon?: string) => mark ?? colon ?? '')
    .replaceAll(';}', '}')
    .replace(/(?<=[\s:(,-])0\./g, '.');
}

function dropComments(source: string): string {
  return source
    .replace(/^\s*\/\*.*?\*\/$/gms, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .trim();
}

/** Statements of one line that follow each other: `const a = 1;` and `const b = 2;`. */
function joinConstants(source: string): string {
  return source.replace(/(?<=^( *)(?:const|let) .*);\n+\1(?:const|let) /gm, ', ');
}
