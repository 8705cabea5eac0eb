/** JSON responses in standard formats, which omit fields without a value. */
import { z } from 'zod';

/** https://oembed.com, 2.3.4 */
export const oEmbed = z
  .object({
    type: z.enum(['video', 'rich', 'link']),
    version: z.literal('1.0'),
    title: z.string(),
    author_name: z.string().optional(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.int().meta({ description: 'Seconds.' }),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.int().optional(),
    thumbnail_height: z.int().optional(),
    html: z.string().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
  })
  .meta({ id: 'OEmbed' });

/** JSON chapters of the podcast namespace, version 1.2. */
export const jsonChapters = z
  .object({
    version: z.literal('1.2.0'),
    title: z.string(),
    chapters: z.array(
      z.object({ startTime: z.number().meta({ description: 'Seconds.' }), title: z.string() }),
    ),
  })
  .meta({ id: 'JsonChapters' });

export type OEmbed = z.input<typeof oEmbed>;
export type JsonChapters = z.input<typeof jsonChapters>;
