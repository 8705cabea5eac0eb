/** Looks up the country of an IP address in a MaxMind-format file, which may be replaced at any time. */
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Reader, validate, type Response } from 'maxmind';
import type { Log } from '../../platform/lib/log.js';

export interface GeoIp {
  /** ISO 3166-1 alpha-2, upper case; null if unknown. */
  countryOf(ip: string): string | null;
  /** Loads the file, and reloads it whenever it is replaced. */
  start(): Promise<void>;
  /** @throws {Error} when the file cannot be read */
  check(): Promise<void>;
  close(): void;
}

const LOOK_EVERY_MS = 60_000;

/** The country fields of MaxMind and DB-IP files, and those of IPinfo files. */
interface CountryRecord {
  country?: { iso_code?: string } | string;
  registered_country?: { iso_code?: string };
  country_code?: string;
}

const codeOf = ({ country, country_code, registered_country }: CountryRecord): string | undefined =>
  country_code ??
  (typeof country === 'string' ? country : (country?.iso_code ?? registered_country?.iso_code));

/** @param file absolute path */
export const createGeoIp = (file: string, log: Log): GeoIp => {
  let reader: Reader<Response> | undefined;
  let closed = false;
  const open = async (): Promise<Reader<Response>> => new Reader<Response>(await readFile(file));
  /** If the new file cannot be read, the previous one stays in use. */
  const load = async (): Promise<void> => {
    try {
      reader = await open();
    } catch (err) {
      log.warn({ err, file }, 'GEOIP_FILE cannot be read: countries of visitors stay unknown');
    }
  };
  return {
    countryOf: (ip) => {
      if (!reader || !validate(ip)) return null;
      const code = codeOf((reader.get(ip) ?? {}) as CountryRecord)?.toUpperCase();
      return code && /^[A-Z]{2}$/.test(code) ? code : null;
    },
    start: async () => {
      await load();
      if (closed) return;
      watchFile(file, { persistent: false, interval: LOOK_EVERY_MS }, ({ mtimeMs }) => {
        // Node also calls this when the file is missing.
        if (mtimeMs > 0) void load();
      });
    },
    check: async () => {
      if (reader) return;
      await open().catch((cause: unknown) => {
        throw new Error(`GEOIP_FILE ${file} cannot be read as a MaxMind database`, { cause });
      });
    },
    close: () => {
      closed = true;
      unwatchFile(file);
    },
  };
};
