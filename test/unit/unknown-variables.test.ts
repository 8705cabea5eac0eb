/** Environment variables that are probably typing errors of ours. */
import { describe, expect, it } from 'vitest';
import { environment } from '../../src/config/config.js';
import { describeUnknown, unknownVariables } from '../../src/config/unknown-variables.js';

const find = (...names: string[]) =>
  unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])), Object.keys(environment.shape));

describe('variables that are not read', () => {
  it('names the one that was meant, one letter away', () => {
    expect([
      ...find('PUBLIC_RATE_LIMITT', 'PUBLC_RATE_LIMIT', 'DATABASE_URI', 'SECRET_KEYS', 'LOG_LEVLE'),
    ]).toEqual([
      ['PUBLIC_RATE_LIMITT', 'PUBLIC_RATE_LIMIT'],
      ['PUBLC_RATE_LIMIT', 'PUBLIC_RATE_LIMIT'],
      ['DATABASE_URI', 'DATABASE_URL'],
      ['SECRET_KEYS', 'SECRET_KEY'],
      ['LOG_LEVLE', 'LOG_LEVEL'],
    ]);
  });

  it('names those that begin as only ours do', () => {
    expect([...find('TRUSTED_PROXY', 'SMTP_SERVER', 'LECTERN_PORT_NUMBER').keys()]).toEqual([
      'TRUSTED_PROXY',
      'SMTP_SERVER',
      'LECTERN_PORT_NUMBER',
    ]);
  });

  it('says nothing of those of other programs, and of services in a cluster', () => {
    const others = ['PATH', 'HOME', 'POST', 'HOSTNAME', 'DATABASE_NAME', 'LOG_FORMAT', 'API_KEY', 'NODE_ENV'];
    expect(find(...others, 'QDRANT_SERVICE_HOST', 'QDRANT_PORT_6333_TCP_ADDR', 'QDRANT_PORT').size).toBe(0);
  });

  it('is one sentence', () => {
    expect(describeUnknown(find('PATH'))).toBeUndefined();
    expect(describeUnknown(find('TRUSTED_PROXY', 'PUBLIC_RATE_LIMITT'))).toBe(
      'Not read by Lectern: TRUSTED_PROXY, PUBLIC_RATE_LIMITT (do you mean PUBLIC_RATE_LIMIT?). See docs/configuration.md for the variables that are',
    );
  });
});
