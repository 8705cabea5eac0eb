/** Keeps secrets out of what `lectern doctor` prints: servers and drivers may quote them in their errors. */
import type { Config } from '../config.js';

/** A shorter secret would hide parts of ordinary words. */
const MIN_LENGTH = 4;

/** @returns a function that replaces every secret of the configuration in a text */
export const createRedact = (config: Config): ((text: string) => string) => {
  const secrets = secretsOf(config).filter((secret) => secret.length >= MIN_LENGTH);
  // The longest first, because one may contain another.
  const ordered = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text);
};

const secretsOf = (config: Config): string[] => {
  const { transcription } = config;
  const values = [
    config.secretKey?.toString('base64'),
    config.secretKey?.toString('hex'),
    config.token,
    config.qdrant?.apiKey,
    config.s3?.credentials?.secretAccessKey,
    config.mail?.auth?.pass,
    config.openId?.clientSecret,
    config.writing?.apiKey,
    transcription && 'apiKey' in transcription ? transcription.apiKey : null,
  ];
  const urls = [config.databaseUrl, config.analytics.clickHouseUrl, config.s3?.endpoint];
  return [
    ...values.flatMap((value) => value ?? []),
    ...[...urls, ...(config.qdrant?.urls ?? [])].flatMap(passwordsIn),
  ];
};

/** The password of a URL, as it is written there and as it is sent. */
const passwordsIn = (url: string | null | undefined): string[] => {
  if (!url || !URL.canParse(url)) return [];
  const { password } = new URL(url);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
};
