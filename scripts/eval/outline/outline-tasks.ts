/** Tasks for the suggestions for a talk: chapters, descriptions and topics. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, Segment } from '../../../indexer/index.js';
import { parseDocument } from '../../../src/import/parse-document.js';
import type { Sermon } from '../data.js';
import type { TaskResult } from '../report.js';
import { CHAPTERS, chapterTask } from './chapter-task.js';
import { DESCRIPTIONS, descriptionTask } from './description-task.js';
import { TOPICS, topicTask } from './topic-task.js';

const TASKS = [CHAPTERS, DESCRIPTIONS, TOPICS];

/** @param data the folder of the evaluation data; the talks are beside it */
export async function outlineTasks(
  isNamed: (task: string) => boolean,
  data: string,
  sermons: readonly Sermon[],
  embedder: Embedder,
): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  if (!TASKS.some(isNamed)) return results;
  const talks = readTalks(join(data, '../talks'));
  if (isNamed(CHAPTERS)) {
    const libraries = {
      sermons: sermons.map(({ segments }) => segments),
      talks,
    };
    results.push(await chapterTask(libraries, embedder));
  }
  if (isNamed(DESCRIPTIONS)) results.push(await descriptionTask(sermons, embedder));
  if (isNamed(TOPICS)) results.push(await topicTask(sermons, talks, embedder));
  return results;
}

const readTalks = (folder: string): Segment[][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => parseDocument(name, readFileSync(join(folder, name))).segments);
