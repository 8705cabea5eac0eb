/** Pooling, normalisation and prefixes of each family of embedding models, according to its model card. */

export type Pooling = 'mean' | 'cls' | 'last';

export interface ModelUse {
  /** How token vectors are pooled into one vector, unless the model does so itself. */
  pooling: Pooling;
  /** Whether vectors are scaled to unit length. */
  normalize: boolean;
  queryPrefix: string;
  passagePrefix: string;
}

const plain: ModelUse = { pooling: 'mean', normalize: true, queryPrefix: '', passagePrefix: '' };

/**
 * Sources: the model cards of BAAI/bge-*-en-v1.5, intfloat/e5-*, Alibaba-NLP/gte-*-en-v1.5, thenlper/gte-* and
 * sentence-transformers/all-MiniLM-*.
 */
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
 * The defaults for a model by its name, with overrides.
 * @param name hub id or folder name, e.g. `BAAI/bge-small-en-v1.5`
 */
export const modelUse = (name: string, overrides: Partial<ModelUse> = {}): ModelUse => {
  const family = families.find(({ matches }) => matches.test(name.toLowerCase()));
  const chosen = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...plain, ...family?.use, ...chosen };
};
