/** The folders that benchmarks import: the development data if it exists, otherwise generated talks. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './bench.js';
import { randomFrom } from '../random.js';
import { loadWords } from './words.js';

export interface Corpus {
  folders: { path: string; collection: string }[];
  /** Describes the corpus in the report. */
  description: string;
}

const SYNTHETIC_TALKS = 240;
const SENTENCES_A_TALK = 480;

export const findCorpus = async (context: BenchContext): Promise<Corpus> => {
  const { shared } = context;
  if (shared)
    return {
      folders: [
        { path: join(shared, 'sermons'), collection: 'Sermons' },
        { path: join(shared, 'talks'), collection: 'Items' },
      ],
      description: `${await countTalks(join(shared, 'sermons'))} sermons and ${await countTalks(join(shared, 'talks'))} talks of the folders for development`,
    };
  context.say('The folders for development are not there: talks of drawn words take their place.');
  const folder = join(await context.scratch('corpus'), 'talks');
  await mkdir(folder);
  const words = loadWords(context.root);
  for (let talk = 0; talk < SYNTHETIC_TALKS; talk++) {
    const random = randomFrom(1_000 + talk);
    const sentences = Array.from({ length: SENTENCES_A_TALK }, () =>
      words.sentence(random, 8 + Math.floor(random() * 24)),
    );
    const title = words.phrase(random, 4);
    await writeFile(join(folder, `${talk}.md`), `# ${title}\n\n${sentences.join(' ')}\n`);
  }
  return {
    folders: [{ path: folder, collection: 'Items' }],
    description: `${SYNTHETIC_TALKS} talks of drawn words`,
  };
};

const countTalks = async (folder: string): Promise<number> =>
  (await readdir(folder)).filter((name) => name.endsWith('.md')).length;
