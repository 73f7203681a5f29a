// Shared by the page and the server: what an answer's Markdown is made of, as a small tree of allowed elements.
// Whatever else Markdown knows (links, images, HTML) stays the text it was written as.

const TAGS = { paragraph: 'p', blockquote: 'blockquote', strong: 'strong', em: 'em', del: 'del' };
const MARKER = /\[(\d{1,3})\]/g;

/** What is nested deeper stays text: the parser calls itself at each level. */
const DEEPEST = 8;
/** What of a paragraph begins or ends emphasis. With thousands of them the parser takes minutes. */
const DELIMITERS = /[*_~]/g;
const MOST_DELIMITERS = 200;

/** The tree of `markdown`: nodes `{ tag, children }`, `{ text }` and `{ cite }`, the number of a marker such as [2]. */
export function toAnswerTree(markdown, { Lexer, Tokenizer }) {
  // A reference definition ("[1]: …") would turn markers into links; a bare address is text, escapes and all.
  const tokenizer = Object.assign(new Tokenizer(), { def: () => undefined, url: () => undefined });
  class BoundedLexer extends Lexer {
    depth = 0;

    blockTokens(text, tokens, isClipped) {
      if (this.depth > DEEPEST) return toText(text, tokens);
      this.depth += 1;
      const read = super.blockTokens(text, tokens, isClipped);
      this.depth -= 1;
      return read;
    }

    inlineTokens(text, tokens) {
      const isBomb = text.match(DELIMITERS)?.length > MOST_DELIMITERS;
      return isBomb ? toText(text, tokens) : super.inlineTokens(text, tokens);
    }
  }
  return toNodeList(new BoundedLexer({ gfm: true, tokenizer }).lex(markdown));
}

function toText(text, tokens = []) {
  tokens.push({ type: 'text', raw: text, text });
  return tokens;
}

function toNodeList(tokens) {
  const nodes = [];
  for (const node of tokens.flatMap(toNodes)) {
    const last = nodes.at(-1);
    if (node.text !== undefined && last?.text !== undefined) nodes[nodes.length - 1] = { text: last.text + node.text };
    else nodes.push(node);
  }
  return nodes;
}

function toNodes(token) {
  const children = () => toNodeList(token.tokens ?? []);
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ tag: 'h4', children: children() }];
    case 'list':
      return [{ tag: token.ordered ? 'ol' : 'ul', children: token.items.map((item) => toCell('li', item)) }];
    case 'checkbox':
      return [{ text: token.checked ? '☑ ' : '☐ ' }];
    case 'code':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [{ text: token.text }] }] }];
    case 'codespan':
      return [{ tag: 'code', children: [{ text: token.text }] }];
    case 'html':
      return token.block ? [{ tag: 'p', children: splitMarkers(token.raw.trim()) }] : splitMarkers(token.raw);
    case 'hr':
      return [{ tag: 'hr', children: [] }];
    case 'br':
      return [{ tag: 'br', children: [] }];
    case 'table':
      return [{ tag: 'table', children: [toRow('th', token.header), ...token.rows.map((row) => toRow('td', row))] }];
    case 'escape':
      return [{ text: token.text }];
    case 'text':
      return token.tokens ? children() : splitMarkers(token.text);
    default:
      return TAGS[token.type] ? [{ tag: TAGS[token.type], children: children() }] : splitMarkers(token.raw);
  }
}

function toRow(tag, cells) {
  return { tag: 'tr', children: cells.map((cell) => toCell(tag, cell)) };
}

function toCell(tag, { tokens }) {
  return { tag, children: toNodeList(tokens) };
}

function splitMarkers(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(MARKER)) {
    if (match.index > end) {
      // A number stays on the line of the word it belongs to.
      nodes.push({ text: text.slice(end, match.index).replace(/ $/, '\u00a0') });
    }
    nodes.push({ cite: Number(match[1]) });
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push({ text: text.slice(end) });
  return nodes;
}
