const MAX_TITLE = 120;
const FRONT_MATTER = /^---\n([\s\S]*?)\n(?:---|\.\.\.)(?:\n|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Where the text behind the front matter begins; 0 when there is none. */
export function findBody(text: string): number {
  return FRONT_MATTER.exec(text)?.[0].length ?? 0;
}

/** Title in the front matter, else the first heading, else the first line, else the id. At most 120 characters. */
export function findTitle(id: string, text: string): string {
  const front = FRONT_MATTER.exec(text)?.[1] ?? '';
  const declared = /^title:[ \t]*(.+)$/im
    .exec(front)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  const body = text.slice(findBody(text));
  const title = declared || findHeadings(body)[0]?.text || /^[ \t]*(\S.*)$/m.exec(body)?.[1]?.trim() || id;
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…` : title;
}

export interface Heading {
  /** Offset of its line in the text. */
  readonly start: number;
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

/** Headings with `#` or underlined with `=` or `-`, outside of fenced code, in order. Empty ones are left out. */
export function findHeadings(text: string): Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  let start = 0;
  let above = '';
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      above = '';
    } else if (mark !== undefined) {
      fence = mark;
      above = '';
    } else {
      const atx = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
      const underline = above === '' ? undefined : /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
      if (atx?.[1] !== undefined && atx[2]) headings.push({ start, level: atx[1].length, text: atx[2] });
      else if (underline !== undefined)
        headings.push({
          start: start - above.length - 1,
          level: underline.startsWith('=') ? 1 : 2,
          text: above.trim(),
        });
      above = atx === null && underline === undefined ? line : '';
      if (above.trim() === '') above = '';
    }
    start += line.length + 1;
  }
  return headings;
}
