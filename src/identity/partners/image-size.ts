// Type and size of an image by its first bytes, so that a small file cannot ask a browser for a huge picture.

interface ImageSize {
  type: "image/png" | "image/webp";
  width: number;
  height: number;
}

/** Null where the bytes are neither PNG nor WebP. */
export function imageSize(bytes: Buffer): ImageSize | null {
  return pngSize(bytes) ?? webpSize(bytes);
}

/** PNG, sections 5.2 and 11.2.2: the signature, and the header chunk with both sides. */
function pngSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return null;
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** RFC 9649, sections 2.5 to 2.7: lossy, lossless, extended. */
function webpSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    return null;
  const type = "image/webp";
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
