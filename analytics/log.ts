/** The logger interface that the library writes to, a subset of pino's. */

export interface AnalyticsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
