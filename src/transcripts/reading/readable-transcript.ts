/** A transcript as JSON for display: cues with their times or, without times, paragraphs. */
import { z } from 'zod';
import type { Segment } from '../../../indexer/index.js';
import { cleanWords } from '../formats/segments/clean-words.js';
import { exportCues } from '../formats/captions/export-cues.js';
import { speakerOf } from '../formats/segments/paragraph-ends.js';
import { kindOfParagraph, paragraphKind } from './paragraph-kind.js';
import { hasTimes, isParagraph } from './read-paragraphs.js';

const speaker = z.string().nullable().meta({ description: 'Speaker; null if unknown.' });

export const readTranscript = z
  .object({
    language: z.string().nullable().meta({ description: 'ISO 639-1 code of the language; null if unknown.' }),
    segments: z
      .array(
        z.object({
          text: z.string(),
          startMs: z.int().meta({ description: 'Milliseconds from the start.' }),
          endMs: z.int(),
          speaker,
        }),
      )
      .optional()
      .meta({ description: 'Set if the transcript has times.' }),
    paragraphs: z
      .array(z.object({ text: z.string(), speaker, isHeading: z.boolean(), ...paragraphKind.shape }))
      .optional()
      .meta({
        description:
          'Set if the transcript has no times. `paragraph` of a passage is an index into this list.',
      }),
  })
  .meta({ id: 'ReadTranscript' });

export const readTranscriptExample: z.input<typeof readTranscript> = {
  language: 'en',
  segments: [{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400, speaker: null }],
};

export const readableTranscript = (
  segments: readonly Segment[],
  language: string | null,
): z.input<typeof readTranscript> => {
  if (hasTimes(segments)) return { language, segments: exportCues(segments) };
  const paragraphs = segments.filter(isParagraph).map((segment) => ({
    ...kindOfParagraph(segment, cleanWords(segment.text)),
    speaker: speakerOf(segment),
    isHeading: segment.heading ?? false,
  }));
  return { language, paragraphs };
};
