/** Schemas of the operations that edit a transcript. */
import { z } from 'zod';
import {
  editedMs,
  newWord,
  segmentId,
  segmentKind,
  segmentLevel,
  segmentSpeaker,
  segmentText,
} from '../stored/transcript.schema.js';

/** Maximum number of operations of an edit. */
export const MAX_OPERATIONS = 1_000;
/** Maximum number of words with times in an operation. */
const MAX_WORDS = 1_000;
/** Each looks at all segments. */
export const MAX_RENAMES = 100;

const words = z.array(newWord).max(MAX_WORDS).optional();

const newSegmentId = segmentId.meta({
  description:
    'Id of the new segment, which you choose: unique in the transcript. Later operations can refer to it.',
});

const textOperation = z.strictObject({
  op: z.literal('text'),
  segmentId,
  text: segmentText,
  words: words.meta({
    description: 'Times of the words. By default, words that stay keep theirs, and new ones have none.',
  }),
});

const splitOperation = z.strictObject({
  op: z.literal('split'),
  segmentId,
  at: z.int().min(1).meta({
    description:
      'Where the second segment begins in the text, in UTF-16 code units, as strings are indexed in JavaScript. In a text that an operation above has set, as that operation has it.',
  }),
  newSegmentId,
  startMs: editedMs.meta({
    description:
      'Start of the second segment. By default, when its first word begins; without times of words, in proportion to the characters.',
  }),
});

const mergeOperation = z.strictObject({ op: z.literal('merge'), segmentId });

const insertOperation = z.strictObject({
  op: z.literal('insert'),
  segmentId: segmentId
    .nullable()
    .meta({ description: 'The segment after which to insert; null for the beginning.' }),
  newSegmentId,
  text: segmentText,
  startMs: editedMs.meta({ description: 'Interpolated by default.' }),
  endMs: editedMs,
  speaker: segmentSpeaker,
  heading: z.boolean().optional(),
  kind: segmentKind.nullish(),
  level: segmentLevel.nullish(),
  words,
});

const deleteOperation = z.strictObject({ op: z.literal('delete'), segmentId });

const timesOperation = z
  .strictObject({ op: z.literal('times'), segmentId, startMs: editedMs, endMs: editedMs })
  .refine(({ startMs, endMs }) => startMs !== undefined || endMs !== undefined, 'must have startMs or endMs');

const speakerOperation = z.strictObject({
  op: z.literal('speaker'),
  segmentId,
  speaker: z.string().max(255).nullable().meta({ description: 'Null for no speaker.' }),
});

export const renaming = {
  from: z.string().min(1).max(255),
  to: z.string().max(255).nullable().meta({ description: 'Null removes the name.' }),
};
const renameOperation = z.strictObject({ op: z.literal('renameSpeaker'), ...renaming });

export const transcriptOperation = z
  .discriminatedUnion('op', [
    textOperation,
    splitOperation,
    mergeOperation,
    insertOperation,
    deleteOperation,
    timesOperation,
    speakerOperation,
    renameOperation,
  ])
  .meta({
    id: 'TranscriptOperation',
    description:
      '`text` replaces the text; `split` cuts a segment in two, both with its speaker; `merge` joins a segment with the next one, whose id is then gone; ' +
      '`insert` adds one; `delete` removes one; `times` moves start or end, and the words along if both move by the same time; `speaker` names the speaker, and `renameSpeaker` renames one in all segments.',
  });

export type TranscriptOperation = z.output<typeof transcriptOperation>;
