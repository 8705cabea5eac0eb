/** Whether visitors see an item, or will see it at a time that is set: its changes then wait in a draft. */
import type { Schemas } from '../api/account.js';

export const isPublic = ({ status, publishAt }: Schemas['Item']): boolean =>
  ['published', 'publishing'].includes(status) || publishAt !== null;
