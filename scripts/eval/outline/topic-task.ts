/** How well suggested topics fit: a list for churches and one for technology, on sermons and on podcasts. */
import {
  analyzeQuery,
  chunkSegments,
  findTopics,
  outlineOf,
  type Embedder,
  type Segment,
} from '../../../indexer/index.js';
import { table } from '../../../src/cli/output.js';
import type { Sermon } from '../data.js';
import type { TaskResult } from '../report.js';

export const TOPICS = 'suggested topics';
const EVERY = 2;
/** Topics that are common in church libraries, out of those for which readers voted verses. */
const CHURCH = (
  'Prayer|Faith|Grace|Sin|Forgiveness|Repentance|Salvation|Resurrection|The Cross|Holy Spirit|Holiness|Heaven|Hell|Judgment|Baptism|' +
  'Communion|Worship|Joy|Peace|Suffering|Affliction|Humility|Pride|Obedience|Election|Justification|Sanctification|Revival|Preaching|' +
  'Thanksgiving|Temptation|Angels|Second Coming|Backsliding|Blood of Christ|Good Shepherd|Covenant|Perseverance'
).split('|');
const TECHNOLOGY = (
  'Machine learning|Open source|Deep learning|JavaScript|Databases|Startups|Kubernetes|Software testing|Neural networks|' +
  'Programming languages|Venture capital|Data science|Cloud computing|Podcasting|Web development|Linux|Robotics|Computer vision'
).split('|');
/** Required: the share of the topics named in sermons' titles (which the task does not read) that is suggested. */
const MIN_RECALL = 0.65;
/** Required: at most this share of all suggestions may be from the other list. */
const MAX_JUNK = 0.02;

interface Counts {
  talks: number;
  suggested: number;
  junk: number;
  /** Topics that a sermon's title names, and how many of them are suggested. */
  named: number;
  found: number;
}

export async function topicTask(
  sermons: readonly Sermon[],
  talks: readonly (readonly Segment[])[],
  embedder: Embedder,
): Promise<TaskResult> {
  const names = [...CHURCH, ...TECHNOLOGY];
  const embeddings = await embedder.embedDocuments(names);
  const topics = names.map((name, id) => ({ id, name, embedding: embeddings[id]! }));
  const count = async (
    items: readonly { title: string; segments: readonly Segment[] }[],
    fitting: readonly string[],
  ): Promise<Counts> => {
    const counts: Counts = { talks: 0, suggested: 0, junk: 0, named: 0, found: 0 };
    for (const { title, segments } of items.filter((_, at) => at % EVERY === 0)) {
      const vectors = await embedder.embedDocuments(chunkSegments(segments).map(({ text }) => text));
      const found = findTopics(outlineOf({ segments, embeddings: vectors }), topics).map(
        ({ id }) => names[id]!,
      );
      const inTitle = fitting.filter((name) => isIn(title, name));
      counts.talks++;
      counts.suggested += found.length;
      counts.junk += found.filter((name) => !fitting.includes(name)).length;
      counts.named += inTitle.length;
      counts.found += inTitle.filter((name) => found.includes(name)).length;
    }
    return counts;
  };
  const onSermons = await count(sermons, CHURCH);
  const onTalks = await count(
    talks.map((segments) => ({ title: '', segments })),
    TECHNOLOGY,
  );
  const recall = onSermons.found / onSermons.named;
  const junk = (onSermons.junk + onTalks.junk) / (onSermons.suggested + onTalks.suggested);
  const missed = [
    ...(recall < MIN_RECALL ? [`${TOPICS}: ${recall.toFixed(3)} of those in titles are found`] : []),
    ...(junk > MAX_JUNK ? [`${TOPICS}: ${junk.toFixed(3)} are of the other list`] : []),
  ];
  const rows = Object.entries({ sermons: onSermons, talks: onTalks }).map(([name, counts]) => [
    ...[name, String(counts.talks), (counts.suggested / counts.talks).toFixed(2)],
    ...[String(counts.junk), counts.named > 0 ? `${counts.found} of ${counts.named}` : ''],
  ]);
  const details = table([TOPICS, 'items', 'each', 'of the other list', 'in titles found'], rows);
  const figures = { recall, 'precision by list': 1 - junk };
  return { task: TOPICS, queries: onSermons.talks + onTalks.talks, columns: {}, figures, missed, details };
}

function isIn(title: string, name: string): boolean {
  const words = new Set(analyzeQuery(title).terms);
  return analyzeQuery(name).terms.every((term) => words.has(term));
}
