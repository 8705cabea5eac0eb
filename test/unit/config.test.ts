/** Errors for invalid environment variables: the name and the valid values. */
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';

it('names every invalid variable and its valid values', () => {
  const load = () =>
    loadConfig({
      PORT: 'high',
      PUBLIC_PORT: '70000.5',
      SPOOL_MAX_BYTES: '1',
      ANALYTICS: 'maybe',
      LOG_LEVEL: 'loud',
      S3_ENDPOINT: 'ftp://example.org',
      API_BASE_URL: 'example.org',
    });
  expect(load).toThrow(
    new Error(
      'Invalid configuration: PORT must be a whole number from 0 to 65535; ' +
        'PUBLIC_PORT must be a whole number from 0 to 65535; ' +
        'ANALYTICS must be one of true, false, 1, 0; ' +
        'SPOOL_MAX_BYTES must be a whole number of at least 65536; ' +
        'S3_ENDPOINT must be an http or https URL; API_BASE_URL must be an http or https URL; ' +
        'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
    ),
  );
});

it('requires the two S3 keys together', () => {
  expect(() => loadConfig({ S3_BUCKET: 'lectern', S3_ACCESS_KEY_ID: 'key' })).toThrow('both, or neither');
});

it('parses the hosts allowed for webhooks', () => {
  expect(
    loadConfig({ WEBHOOK_ALLOWED_HOSTS: 'a.example.org, *.B.example.com ,10.0.0.1' }).webhookAllowedHosts,
  ).toEqual(['a.example.org', '*.b.example.com', '10.0.0.1']);
  for (const wrong of ['https://example.org', 'example.org:443', 'a.*.org', '*', 'a/b'])
    expect(() => loadConfig({ WEBHOOK_ALLOWED_HOSTS: wrong }), wrong).toThrow('must be host names');
});

it('treats an empty variable as unset', () => {
  expect(loadConfig({ PORT: '', CLICKHOUSE_URL: '' })).toEqual(loadConfig({}));
});
