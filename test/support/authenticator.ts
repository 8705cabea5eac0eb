/** A software authenticator for passkeys, and the browser that calls it (WebAuthn). Everything that it sends can be forged. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface Forgery {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  isUserVerified?: boolean;
  userHandle?: string;
  /** Signs with this key instead of that of the passkey. */
  key?: KeyObject;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
}

export interface SoftwarePasskey {
  /** The credential with which it is registered. */
  registration: object;
  id: string;
  /** The credential with which it answers a challenge. Its counter goes up with each. */
  answer(options: RequestOptions, forgery?: Forgery): object;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const b64 = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** CBOR of whole numbers, texts, bytes and maps. */
const cbor = (value: unknown): Buffer => {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
};

/** COSE key of a P-256 public key. */
const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

/** @param origin of the page that asks for it */
export const createPasskey = (
  { challenge, rp, user }: CreationOptions,
  origin: string,
  forgery: Forgery = {},
): SoftwarePasskey => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = b64(credentialId);
  let uses = 0;

  const clientData = (
    type: string,
    asked: string,
    { origin: other, challenge: given, type: wrong }: Forgery,
  ) =>
    Buffer.from(JSON.stringify({ type: wrong ?? type, challenge: given ?? asked, origin: other ?? origin }));
  const authenticatorData = (
    rpId: string,
    { rpId: other, counter, isUserVerified = true }: Forgery,
    credential?: Buffer,
  ): Buffer => {
    const flags = PRESENT | (isUserVerified ? VERIFIED : 0) | (credential ? WITH_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? uses);
    return Buffer.concat([sha256(other ?? rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  };

  const length = Buffer.from([0, credentialId.length]);
  const made = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authenticatorData(rp.id, forgery, made)],
  ]);
  return {
    id,
    registration: {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: b64(clientData('webauthn.create', challenge, forgery)),
        attestationObject: b64(cbor(attestation)),
        transports: ['internal'],
      },
    },
    answer: (options, forged = {}) => {
      uses = forged.counter ?? uses + 1;
      const data = clientData('webauthn.get', options.challenge, forged);
      const authData = authenticatorData(options.rpId, forged);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: b64(data),
          authenticatorData: b64(authData),
          signature: b64(sign('sha256', Buffer.concat([authData, sha256(data)]), forged.key ?? privateKey)),
          userHandle: forged.userHandle ?? user.id,
        },
      };
    },
  };
};
