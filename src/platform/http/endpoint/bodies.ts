/** The kinds of request bodies, and what handlers get of them. */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

/** A body passed as bytes, with one of these content types; without a content type, `application/octet-stream`. */
export interface RawBody {
  raw: readonly string[];
  maxBytes: number;
  /** A query parameter that declares the body's type; with it, any content type is accepted. */
  typeParameter?: string;
  /** Appended to the error message that lists the content types. */
  hint?: string;
  /** Schema for the OpenAPI document, if `application/json` is one of the types. */
  json?: z.ZodType;
}

export interface RawBodyInput {
  contentType: string;
  bytes: Buffer;
}

/** A multipart/form-data body with one file part. */
export interface FileBody {
  /** Name of the file part. */
  file: string;
  /** Content types for the OpenAPI document; the handler checks the bytes. */
  types: readonly string[];
  maxBytes: number;
}

export interface FileBodyInput {
  /** As sent; empty if absent. */
  filename: string;
  bytes: Buffer;
}

/** A body that the handler reads as it arrives. */
export interface StreamBody {
  /** Content type for the OpenAPI document; the handler checks the actual one. */
  stream: string;
}

export interface StreamBodyInput {
  /** The header; empty if absent. */
  contentType: string;
  /** undefined if the header is absent. */
  contentLength: number | undefined;
  stream: IncomingMessage;
}

export type Body = z.ZodType | RawBody | FileBody | StreamBody;
