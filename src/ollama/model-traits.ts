/** What the makers of an embedding model say about it. */
export interface ModelTraits {
  /** Put in front of a passage and of a question; the model was trained with them and is worse without. */
  readonly documentPrefix: string;
  readonly queryPrefix: string;
  /** `english`: hardly finds anything in other languages. `unknown`: nothing is claimed. */
  readonly languages: 'english' | 'multilingual' | 'unknown';
}

const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** First match wins. From the model cards; names as on ollama.com and in GGUF repositories. */
const KNOWN: readonly (readonly [pattern: RegExp, traits: ModelTraits])[] = [
  [/^nomic-embed-text-v2/, traits('search_document: ', 'search_query: ', 'multilingual')],
  [/^nomic-embed/, traits('search_document: ', 'search_query: ', 'english')],
  [/embeddinggemma|embedding-gemma/, traits('title: none | text: ', 'task: search result | query: ', 'multilingual')],
  [/e5.*instruct/, traits('', `${INSTRUCT} `, 'multilingual')],
  [/multilingual-e5/, traits('passage: ', 'query: ', 'multilingual')],
  [/(^|-)e5-/, traits('passage: ', 'query: ', 'english')],
  [/qwen3-embedding/, traits('', INSTRUCT, 'multilingual')],
  [/^mxbai-embed/, traits('', REPRESENT, 'english')],
  [/^bge-m3/, traits('', '', 'multilingual')],
  [/^bge-.*zh/, traits('', '为这个句子生成表示以用于检索相关文章：', 'unknown')],
  [/^bge-(small|base|large)/, traits('', REPRESENT, 'english')],
  [/arctic-embed2|arctic-embed-[lm]-v2/, traits('', 'query: ', 'multilingual')],
  [/arctic-embed/, traits('', REPRESENT, 'english')],
  [/^paraphrase-multilingual|granite-embedding.*multilingual|granite-embedding:278m/, traits('', '', 'multilingual')],
  [/minilm|granite-embedding/, traits('', '', 'english')],
];

/** Looks a model up by its name, with or without namespace and tag. Unknown models get no prefixes. */
export function findModelTraits(model: string): ModelTraits {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  return KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? traits('', '', 'unknown');
}

function traits(documentPrefix: string, queryPrefix: string, languages: ModelTraits['languages']): ModelTraits {
  return { documentPrefix, queryPrefix, languages };
}
