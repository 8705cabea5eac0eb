/** What each family of sentence-embedding models expects: pooling, normalisation and prefixes, as its card says. */

export type Pooling = 'mean' | 'cls' | 'last';

export interface ModelUse {
  /** How token vectors become one vector, where the graph does not pool itself. */
  pooling: Pooling;
  /** Whether vectors are brought to unit length. */
  normalize: boolean;
  queryPrefix: string;
  passagePrefix: string;
}

const plain: ModelUse = { pooling: 'mean', normalize: true, queryPrefix: '', passagePrefix: '' };

/** Sources: the model cards of BAAI/bge-*-en-v1.5, intfloat/e5-*, Alibaba-NLP/gte-*-en-v1.5, thenlper/gte-* and sentence-transformers/all-MiniLM-*. */
const families: { matches: RegExp; use: Partial<ModelUse> }[] = [
  { matches: /bge-m3/, use: { pooling: 'cls' } },
  {
    matches: /(^|[/_-])bge-/,
    use: { pooling: 'cls', queryPrefix: 'Represent this sentence for searching relevant passages: ' },
  },
  { matches: /e5-mistral/, use: { pooling: 'last' } },
  { matches: /(^|[/_-])e5-/, use: { queryPrefix: 'query: ', passagePrefix: 'passage: ' } },
  { matches: /gte-.*-v1\.5|gte-multilingual/, use: { pooling: 'cls' } },
  { matches: /gte-qwen/, use: { pooling: 'last' } },
];

/**
 * Defaults for a model by its name; what is given wins.
 * @param name hub id or folder name, e.g. `BAAI/bge-small-en-v1.5`
 */
export const modelUse = (name: string, given: Partial<ModelUse> = {}): ModelUse => {
  const known = families.find(({ matches }) => matches.test(name.toLowerCase()));
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...plain, ...known?.use, ...chosen };
};
