/** The folders that benchmarks import: the development data if it exists, otherwise generated talks. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { note } from '../../src/cli/output.js';
import { ROOT } from '../harness/program.js';
import { randomFrom } from '../random.js';
import type { BenchContext } from './bench.js';
import { loadWords } from './words.js';

export interface Corpus {
  folders: { path: string; collection: string }[];
  /** Describes the corpus in the report. */
  description: string;
}

const SHARED = resolve(ROOT, '../shared/data');
const SYNTHETIC_TALKS = 240;
const SENTENCES_A_TALK = 480;
/** Words of the corpus per chunk, without overlap. */
const WORDS_A_CHUNK = 116;

export const findCorpus = async ({ scratch }: BenchContext): Promise<Corpus> => {
  if (existsSync(SHARED)) {
    const [sermons, talks] = [join(SHARED, 'sermons'), join(SHARED, 'talks')];
    return {
      folders: [
        { path: sermons, collection: 'Sermons' },
        { path: talks, collection: 'Items' },
      ],
      description: `${(await talksIn(sermons)).length} sermons and ${(await talksIn(talks)).length} talks of the folders for development`,
    };
  }
  note('The folders for development are not there: talks of drawn words take their place.');
  const folder = await scratch('talks');
  const words = loadWords();
  for (let talk = 0; talk < SYNTHETIC_TALKS; talk++) {
    const random = randomFrom(1_000 + talk);
    const sentences = Array.from({ length: SENTENCES_A_TALK }, () =>
      words.sentence(random, 8 + Math.floor(random() * 24)),
    );
    await writeFile(join(folder, `${talk}.md`), `# ${words.phrase(random, 4)}\n\n${sentences.join(' ')}\n`);
  }
  return {
    folders: [{ path: folder, collection: 'Items' }],
    description: `${SYNTHETIC_TALKS} talks of drawn words`,
  };
};

const talksIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.md') && !name.startsWith('README')).sort();

/** Copies talks from all folders in turn, until they yield about this many chunks. */
export const corpusOf = async (context: BenchContext, chunks: number): Promise<Corpus> => {
  const { folders, description } = await findCorpus(context);
  const scratch = await context.scratch('files');
  const lists = await Promise.all(
    folders.map(async ({ path, collection }) => {
      const target = join(scratch, collection);
      await mkdir(target);
      return { path, collection, target, names: await talksIn(path) };
    }),
  );
  let words = chunks * WORDS_A_CHUNK;
  for (let at = 0; words > 0 && lists.some(({ names }) => at < names.length); at++)
    for (const { path, target, names } of lists) {
      const name = names[at];
      if (!name || words <= 0) continue;
      words -= (await readFile(join(path, name), 'utf8')).split(/\s+/).length;
      await cp(join(path, name), join(target, name));
    }
  return { folders: lists.map(({ collection, target }) => ({ collection, path: target })), description };
};
