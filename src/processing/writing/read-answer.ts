/** Parses the response of a chat server: the requested JSON, possibly in a code fence or after other text. */
import { z } from 'zod';
import { descriptionIds } from '../../content/items/suggested-descriptions.js';
import { PermanentError } from '../model-server/model-errors.js';
import type { Written } from '../suggest/suggest-source.js';
import { plainDescription, plainTopic } from './plain-text.js';

export const MAX_LENGTHS = { description: 600, shortDescription: 160 };
/** Maximum number of names considered. */
const MAX_TOPICS = 20;

const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});
const texts = z.object({
  description: z.unknown().optional(),
  shortDescription: z.unknown().optional(),
  topics: z.array(z.unknown()).catch([]),
  newTopics: z.array(z.unknown()).catch([]),
});

/**
 * @param body of the response
 * @param source name of the model
 * @throws {PermanentError} when no part of it is usable
 */
export const readAnswer = (body: string, source: string): Written => {
  const answer = completion.safeParse(jsonOf(body));
  const found = texts.safeParse(jsonIn(answer.data?.choices[0].message.content ?? ''));
  if (!found.success) throw unusable('it is not the requested JSON');
  const written: Written = {
    topics: [...found.data.topics.slice(0, MAX_TOPICS), ...found.data.newTopics.slice(0, MAX_TOPICS)].flatMap(
      (name) => plainTopic(name) ?? [],
    ),
    source,
  };
  for (const id of descriptionIds) {
    const text = plainDescription(found.data[id], MAX_LENGTHS[id]);
    if (text !== undefined) written[id] = text;
  }
  if (!written.description && !written.shortDescription && written.topics.length === 0)
    throw unusable('it has no plain text of the requested length');
  return written;
};

const unusable = (reason: string): Error =>
  new PermanentError(`The response of the chat server is unusable: ${reason}.`);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The object between the first and the last brace, after the reasoning that some models put first. */
const jsonIn = (content: string): unknown => {
  const answer = content.slice(content.lastIndexOf('</think>') + 1);
  return jsonOf(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
};
