/** Signs the paths of files and transcripts that are not public, for twelve hours. */
import { SIGNATURE, withSignature, type Links } from '../lib/links.js';
import type { Clock } from '../lib/clock.js';
import type { SecretKey } from './secret-key.js';

const VALID_SECS = 12 * 60 * 60;
/** Signatures created within this time are equal, and so are the responses that contain them. */
const STEP_SECS = 60;
const PURPOSE = 'file addresses';
const WHOLE_SIGNATURE = new RegExp(`^${SIGNATURE}$`);

export interface SignedLinks {
  linksOf(baseUrl: string): Links;
  /**
   * @param path as it is stored, without a query
   * @returns seconds until the signature expires; undefined if it has expired or does not match the path
   */
  validSecs(path: string, signature: string): number | undefined;
}

/** @param filesBaseUrl origin of files; null for the origin of the API */
export const createSignedLinks = ({
  secretKey,
  clock,
  filesBaseUrl,
}: {
  secretKey: SecretKey;
  clock: Clock;
  filesBaseUrl: string | null;
}): SignedLinks => {
  const nowSecs = (): number => Math.floor(clock.now().getTime() / 1_000);
  const sign = (path: string): string => {
    const expires = (Math.ceil((nowSecs() + VALID_SECS) / STEP_SECS) * STEP_SECS).toString(36);
    const [unqualified = ''] = path.split('?');
    return withSignature(path, `${expires}.${secretKey.sign(PURPOSE, `${expires} ${unqualified}`)}`);
  };
  return {
    linksOf: (baseUrl) => ({ baseUrl, filesBaseUrl: filesBaseUrl ?? baseUrl, sign }),
    validSecs: (path, signature) => {
      const [, expires = '', mac = ''] = WHOLE_SIGNATURE.exec(signature) ?? [];
      const secs = parseInt(expires, 36) - nowSecs();
      return secs > 0 && secretKey.verify(PURPOSE, `${expires} ${path}`, mac) ? secs : undefined;
    },
  };
};
