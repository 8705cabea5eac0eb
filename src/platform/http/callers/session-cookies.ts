/** The cookies of the console's host: one with the session, and one that recognises the browser. */
import type { Context } from 'koa';

export interface SessionCookies {
  /** The secret of the session that the browser sent. */
  session(): string | undefined;
  /** Sends the secret of a session to the browser. */
  set(secret: string, maxAgeSecs: number): void;
  /** Ends the cookie of the session. */
  clear(): void;
  /** The secret by which the browser is recognised. */
  device(): string | undefined;
  setDevice(secret: string): void;
}

const DEVICE_SECS = 400 * 24 * 60 * 60;
/** Longer values are no secrets of this program. */
const MAX_SECRET = 100;

/**
 * @param baseUrl of the console. With https, the browser accepts the cookies only from this host, for all of it and
 * encrypted; on http://localhost the ports share their cookies, so the names have the port.
 */
export const sessionCookies = ({ cookies }: Context, baseUrl: string): SessionCookies => {
  const { protocol, port } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  const names = isSecure
    ? { session: '__Host-lectern', device: '__Host-lectern-device' }
    : { session: `lectern_session_${port || 80}`, device: `lectern_device_${port || 80}` };
  const read = (name: string): string | undefined => {
    const value = cookies.get(name);
    return value && value.length <= MAX_SECRET ? value : undefined;
  };
  const write = (name: string, value: string, maxAgeSecs: number): void => {
    // The proxy before this server speaks https.
    cookies.secure = isSecure;
    cookies.set(name, value, {
      httpOnly: true,
      secure: isSecure,
      sameSite: 'lax',
      path: '/',
      maxAge: maxAgeSecs * 1_000,
      overwrite: true,
      signed: false,
    });
  };
  return {
    session: () => read(names.session),
    set: (secret, maxAgeSecs) => write(names.session, secret, maxAgeSecs),
    clear: () => write(names.session, '', 0),
    device: () => read(names.device),
    setDevice: (secret) => write(names.device, secret, DEVICE_SECS),
  };
};
