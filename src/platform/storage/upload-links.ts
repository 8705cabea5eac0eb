/** The addresses at which files arrive in pieces. Their signature ends with the upload, not at a time of its own. */
import type { Caller } from '../lib/caller.js';
import type { SecretKey } from '../secrets/secret-key.js';
import type { Upload } from './upload.repository.js';

const PURPOSE = 'uploads';

type Named = Pick<Upload, 'accountId' | 'id'>;

export interface UploadLinks {
  /** The path below the API's base URL. For a person, it is valid only with a session of theirs. */
  pathOf(upload: Named, caller: Pick<Caller, 'person'>): string;
  isValid(upload: Named, signature: string, caller: Pick<Caller, 'person'>): boolean;
}

export const createUploadLinks = (secretKey: SecretKey): UploadLinks => {
  const textOf = ({ accountId, id }: Named, { person }: Pick<Caller, 'person'>): string =>
    `${accountId} ${id} ${person?.id ?? ''}`;
  return {
    pathOf: (upload, caller) =>
      `/resumable/${upload.accountId}/${upload.id}/${secretKey.sign(PURPOSE, textOf(upload, caller))}`,
    isValid: (upload, signature, caller) => secretKey.verify(PURPOSE, textOf(upload, caller), signature),
  };
};
