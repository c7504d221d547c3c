// Finds polls that go in circles: positions that come again while the provider says that there is more.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";

/** Brent's method: one position is remembered, and replaced by the present one at growing distances. */
interface Mark {
  position: string;
  steps: number;
  power: number;
}
const MAX_SOURCES = 50_000;

export interface Circles {
  /** Whether this position, behind which there is more, was behind an earlier page too. */
  isClosed(sourceId: string, position: string): boolean;
  /** The source has come to an end of its pages. */
  end(sourceId: string): void;
}

export function createCircles(): Circles {
  const marks = new LRUCache<string, Mark>(atMost(MAX_SOURCES));
  return {
    isClosed(sourceId, position) {
      const mark = marks.get(sourceId);
      if (mark?.position === position) {
        marks.delete(sourceId);
        return true;
      }
      if (!mark) marks.set(sourceId, { position, steps: 0, power: 1 });
      else if (++mark.steps === mark.power) Object.assign(mark, { position, steps: 0, power: mark.power * 2 });
      return false;
    },
    end: (sourceId) => void marks.delete(sourceId),
  };
}
