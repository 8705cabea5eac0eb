/** Signs the paths of files and transcripts that are not public, for twelve hours. */
import { FILES, SIGNATURE, withSignature, type LinksOf } from '../lib/links.js';
import type { Clock } from '../lib/clock.js';
import type { SecretKey } from './secret-key.js';

const VALID_SECS = 12 * 60 * 60;
/** Signatures created within this time are equal, and so are the responses that contain them. */
const STEP_SECS = 60;
const PURPOSE = 'file addresses';
const WHOLE_SIGNATURE = new RegExp(`^${SIGNATURE}$`);

/** @param filesBaseUrl origin of files; null for the origin of the API */
export const createLinksOf = ({
  secretKey,
  clock,
  filesBaseUrl,
}: {
  secretKey: SecretKey;
  clock: Clock;
  filesBaseUrl: string | null;
}): LinksOf => {
  const nowSecs = (): number => Math.floor(clock.now().getTime() / 1_000);
  return (baseUrl, host) => {
    /** With the console, so that what it signs is of no use on hosts that need no session. */
    const textOf = (path: string, expires: string): string =>
      host === 'console' && (filesBaseUrl === null || !path.startsWith(FILES))
        ? `${host} ${expires} ${path}`
        : `${expires} ${path}`;
    return {
      baseUrl,
      filesBaseUrl: filesBaseUrl ?? baseUrl,
      sign: (path) => {
        const expires = (Math.ceil((nowSecs() + VALID_SECS) / STEP_SECS) * STEP_SECS).toString(36);
        const [unqualified = ''] = path.split('?');
        const mac = secretKey.sign(PURPOSE, textOf(unqualified, expires));
        return withSignature(path, `${expires}.${mac}`);
      },
      validSecs: (path, signature) => {
        const [, expires = '', mac = ''] = WHOLE_SIGNATURE.exec(signature) ?? [];
        const secs = parseInt(expires, 36) - nowSecs();
        return secs > 0 && secretKey.verify(PURPOSE, textOf(path, expires), mac) ? secs : undefined;
      },
    };
  };
};
