/** Measures the background of an embedding model: the cosines that it gives to unrelated texts. */
import type { Embedder } from '../ports.js';
import { dot } from './vectors.js';

/** Distribution of a model's cosines between unrelated texts. */
export interface Background {
  mean: number;
  /** Standard deviation. */
  spread: number;
}

const QUERIES = [
  'train timetable',
  'how to grow tomatoes',
  'patience in suffering',
  'tax return deadline',
  'the parable of the lost sheep',
  'repairing a bicycle tyre',
  'forgiving an enemy',
  'database index performance',
  'choir rehearsal',
  'volcanoes of Iceland',
];

const PASSAGES = [
  'Whisk the eggs with the sugar until the mixture is pale, fold in the flour by spoonfuls, and bake the cake in a moderate oven until a needle comes out dry.',
  'The committee approved the minutes of the last meeting, heard the report of the treasurer, and put off the question of the new roof until the estimates are in.',
  'When the compiler meets a generic function it writes one version for each type, which makes the program fast at the price of a larger binary.',
  'He told us how his grandfather kept bees on the hillside above the village, and how the whole family carried the hives up to the heather in August.',
  'Our goalkeeper saved two penalties in extra time, and the crowd sang all the way from the stadium to the station.',
  'The orchestra tuned, the lights went down, and for a moment the old hall was so quiet that one could hear the rain on the glass.',
  'A glacier moves a few feet in a day, grinding the rock beneath it to flour that colours the lakes below a milky green.',
  'She explained that the lease runs for twelve months, that the deposit is held by a third party, and that notice must be given in writing.',
  'The ship had been nine weeks at sea when the lookout saw birds, and the captain ordered the lead to be cast every hour.',
  'To change the filter, switch the machine off, open the cover on the left side, and pull the cartridge straight towards you.',
];

/**
 * Compares each query above with each passage.
 * @throws {EmbedderUnavailableError}
 */
export async function measureBackground(embedder: Embedder): Promise<Background> {
  const passages = await embedder.embedDocuments(PASSAGES);
  const queries = await Promise.all(QUERIES.map((query) => embedder.embedQuery(query)));
  const cosines = queries.flatMap((query) => passages.map((passage) => dot(query, passage)));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  return { mean, spread: Math.sqrt(variance) };
}
