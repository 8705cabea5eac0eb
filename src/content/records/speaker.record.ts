/** The schema of a speaker's fields. Below `items/`, because speakers and items can be expanded with each other. */
import { z } from 'zod';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, fileUrl, longText, text, withoutInputLimits } from '../../platform/lib/fields.js';

/** Nullable fields that callers may write. */
export const speakerDetails = {
  bio: longText.nullable(),
  imageFilename: text(255).nullable().meta({
    description:
      'File name of the image. The name of an image uploaded for a speaker of this account also sets `imageUrl`; with any other name, `imageUrl` is null. Null removes both. Files that no speaker uses are deleted.',
  }),
};

export const speakerRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    ...withoutInputLimits(speakerDetails),
    imageUrl: fileUrl.nullable().meta({ description: 'URL of the image. Use this one.' }),
    itemCount: z.int().nullable().meta({ description: 'Set only if you sort by itemCount or expand items.' }),
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'SpeakerRecord' });

export const speakerExample = exampleOf(speakerRecord, {
  id: 5,
  name: 'Miriam Adler',
  bio: 'Pastor, beekeeper.',
});
