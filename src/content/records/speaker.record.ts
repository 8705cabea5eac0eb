/** The schema of a speaker's fields. */
import { z } from 'zod';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, fileUrl, longText, text, unlimited } from '../../platform/lib/fields.js';

/** Nullable fields that callers may write. */
export const speakerDetails = {
  bio: longText.nullable(),
  imageFilename: text(255).nullable().meta({
    description:
      'Name of the image. That of an image uploaded for a speaker of this account sets `imageUrl`, and null removes both; with any other name `imageUrl` is null. A file that no speaker names any more is removed.',
  }),
};

export const speakerRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    ...unlimited(speakerDetails),
    imageUrl: fileUrl.nullable().meta({ description: 'Full URL of the image; clients use this.' }),
    itemCount: z
      .int()
      .nullable()
      .meta({ description: 'Filled when sorted by itemCount or expanded with items.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'SpeakerRecord' });

export const speakerExample = exampleOf(speakerRecord, {
  id: 5,
  name: 'Miriam Adler',
  bio: 'Pastor, beekeeper.',
});
