/** The logger that the library writes to: any with this part of pino's interface. */

export interface AnalyticsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
