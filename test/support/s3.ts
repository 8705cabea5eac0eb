/** The S3-compatible server of the tests: `TEST_S3_URL=http://<key>:<secret>@<host>:<port>/<bucket>`. */
import { randomUUID } from 'node:crypto';

const given = process.env.TEST_S3_URL;

/** The bucket's settings as an app's environment, with a separate prefix; null if no server is configured. */
export const s3Environment = (): Record<string, string> | null => {
  if (!given) return null;
  const { protocol, host, pathname, username, password } = new URL(given);
  return {
    S3_ENDPOINT: `${protocol}//${host}`,
    S3_BUCKET: pathname.slice(1),
    S3_ACCESS_KEY_ID: decodeURIComponent(username),
    S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
    S3_PREFIX: `test-${randomUUID()}/`,
  };
};
