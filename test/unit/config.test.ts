/** Errors for invalid environment variables: the name and the valid values. */
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';

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

it('lets {account} stand for the account in PUBLIC_BASE_URL', () => {
  const { publicBaseUrl } = loadConfig({ PUBLIC_BASE_URL: 'https://{account}.search.example.org/' });
  expect(publicBaseUrl).toBe('https://{account}.search.example.org');
  for (const url of [
    '{account}.example.org',
    'https://{name}.example.org',
    'https://{account}.{account}.example.org',
  ])
    expect(() => loadConfig({ PUBLIC_BASE_URL: url }), url).toThrow(
      'PUBLIC_BASE_URL must be an http or https URL',
    );
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

it('reads the mail server from a URL, and the sender from the console without MAIL_FROM', () => {
  const CONSOLE_BASE_URL = 'https://console.example.org';
  expect(loadConfig({}).mail).toBeNull();
  expect(loadConfig({ SMTP_URL: 'smtp://mail.example.org', CONSOLE_BASE_URL }).mail).toEqual({
    host: 'mail.example.org',
    port: 587,
    isTls: false,
    auth: null,
    from: 'Lectern <lectern@console.example.org>',
  });
  const SMTP_URL = 'smtps://a%40b.c:p%25%2F@[::1]:4650';
  expect(loadConfig({ SMTP_URL, MAIL_FROM: 'office@example.org' }).mail).toEqual({
    host: '::1',
    port: 4650,
    isTls: true,
    auth: { user: 'a@b.c', pass: 'p%/' },
    from: 'office@example.org',
  });
  expect(loadConfig({ SMTP_URL: 'smtp://localhost', CONSOLE_BASE_URL: 'http://127.0.0.1' }).mail?.from).toBe(
    'Lectern <lectern@localhost>',
  );
});

it('refuses mail servers and senders that cannot work', () => {
  for (const SMTP_URL of [
    'http://a.b',
    'mail.example.org:587',
    'smtp://a.b/x',
    'smtp://a.b?c=d',
    'smtp://a:%zz@b.c',
  ])
    expect(() => loadConfig({ SMTP_URL }), SMTP_URL).toThrow('SMTP_URL must');
  for (const MAIL_FROM of ['nobody', 'A <a@b.c>, B <b@b.c>', 'a@b.c\nBcc: b@b.c'])
    expect(() => loadConfig({ MAIL_FROM }), MAIL_FROM).toThrow('MAIL_FROM must');
});

it('requires an origin for the console that browsers reach safely', () => {
  for (const wrong of ['http://console.example.org', 'http://192.168.1.5:8083'])
    expect(() => loadConfig({ CONSOLE_BASE_URL: wrong }), wrong).toThrow(
      'CONSOLE_BASE_URL must be an https URL',
    );
  expect(() => loadConfig({ CONSOLE_BASE_URL: 'https://example.org/console' })).toThrow('without a path');
  for (const right of ['https://console.example.org', 'http://127.0.0.1:9000', 'http://[::1]:9000'])
    expect(loadConfig({ CONSOLE_BASE_URL: `${right}/` }).consoleBaseUrl).toBe(right);
  expect(loadConfig({ CONSOLE_PORT: '9083' }).consoleBaseUrl).toBe('http://localhost:9083');
  expect(loadConfig({ CONSOLE: 'false' }).consolePort).toBeNull();
});
