/** @returns the text of scan-module.ts */
export function compiled(): Promise<string>;
