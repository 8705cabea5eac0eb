/** The schema of who created or changed a record. */
import { z } from 'zod';

export const author = z
  .object({
    type: z.enum(['token', 'person', 'cli']),
    id: z.int().nullable().meta({ description: 'Id of the token or person.' }),
    name: z.string().nullable().meta({ description: 'Name of the token or person at that time.' }),
  })
  .meta({ id: 'Author' });
