/** What the library says of its work: any logger of the shape of pino's. */

export interface AnalyticsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
