/** Reads and writes messages in the wire format of Protocol Buffers, field by field: unknown fields stay as they are. */
import protobuf from 'protobufjs/minimal.js';

const LENGTH_DELIMITED = 2;

export interface Field {
  number: number;
  /** The field as it is in the message, with its tag. */
  bytes: Uint8Array;
  /** Content of a string, a message or bytes; empty for numbers. */
  content: Uint8Array;
}

/** @throws {RangeError} if the message is cut short */
export function fieldsOf(message: Uint8Array): Field[] {
  const reader = protobuf.Reader.create(message);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    const isDelimited = (tag & 7) === LENGTH_DELIMITED;
    const content = isDelimited ? reader.bytes() : message.subarray(0, 0);
    if (!isDelimited) reader.skipType(tag & 7);
    fields.push({ number: tag >>> 3, bytes: message.subarray(start, reader.pos), content });
  }
  return fields;
}

export const numberField = (number: number, value: number): Uint8Array =>
  protobuf.Writer.create()
    .uint32(number << 3)
    .uint32(value)
    .finish();

/** @param content bytes, a UTF-8 string, or an encoded message */
export const contentField = (number: number, content: Uint8Array): Uint8Array =>
  protobuf.Writer.create()
    .uint32((number << 3) | LENGTH_DELIMITED)
    .bytes(content)
    .finish();
