/** The part of WebAssembly that is used: TypeScript has its types only beside those of browsers. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean });
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }
  interface Module {
    readonly compiled?: true;
  }
  const Module: new (bytes: Uint8Array) => Module;
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
