// Bodies of requests that are on their way: each counts for whom it comes, by its slot where it comes slowly and by its bytes,
// so that nobody's slow or large ones keep out another's.
import type { AppError } from "../../foundation/errors.ts";
import type { Arrival } from "../../web/http/arriving-body.ts";
import type { Holder, Holding, LongLivedKind, Slots } from "./slots.ts";

/** The body of one request, from its head to its response. */
export interface CountedBody extends Arrival {
  /** Says whose it is, before it is read; until then it is a stranger's. */
  belongsTo(holder: Holder): void;
  /** Whether it was refused while more of it was to come. */
  readonly isRefused: boolean;
  /** Gives back whatever it holds. */
  release(): void;
}

/** The body of a request that has none, or that this process has created. */
export const NO_BODY: CountedBody = {
  isRefused: false,
  belongsTo() {},
  begin() {},
  hold() {},
  take() {},
  end() {},
  release() {},
};

export interface Bodies {
  open(address: string | null): CountedBody;
}

interface Arriving {
  readonly bytes: Holding;
  refuse(error: AppError): void;
}

export function createBodies(slots: Slots): Bodies {
  /** Bodies of which more is expected. */
  const arriving = new Set<Arriving>();
  /** Without room the largest goes that is not complete: large ones that come slowly would keep out everybody's. */
  const takeBytes = (own: Arriving, amount: number) => {
    for (let full = own.bytes.fullBy(amount); full; full = own.bytes.fullBy(amount)) {
      const share = full;
      const others = [...arriving].filter(({ bytes }) => bytes.countsFor(share));
      const largest = others.reduce((a, b) => (b.bytes.amount > a.bytes.amount ? b : a), own);
      if (largest === own) throw full.refusal;
      arriving.delete(largest);
      largest.bytes.release();
      largest.refuse(full.refusal);
    }
    own.bytes.take(amount);
  };
  return {
    open(address) {
      let known: Holder | null = null;
      let slot: Holding | null = null;
      let bytes: Holding | null = null;
      let isRefused = false;
      // Most bodies are there at once, and take no place.
      const openOf = (own: LongLivedKind, strangers: LongLivedKind) =>
        slots.open(known ? own : strangers, known ?? { userId: null, credentialId: null, address });
      const own: Arriving = {
        get bytes() {
          bytes ??= openOf("bytes", "strangerBytes");
          return bytes;
        },
        refuse() {},
      };
      const counted = (take: () => void) => {
        try {
          take();
        } catch (error) {
          isRefused = true;
          throw error;
        }
      };
      return {
        get isRefused() {
          return isRefused;
        },
        belongsTo(holder) {
          known = holder;
        },
        begin(refuse) {
          own.refuse = (error) => {
            isRefused = true;
            refuse(error);
          };
          arriving.add(own);
        },
        hold() {
          if (slot) return;
          const own = openOf("body", "strangerBody");
          counted(() => own.take(1));
          slot = own;
        },
        take: (amount) => counted(() => takeBytes(own, amount)),
        end() {
          arriving.delete(own);
          slot?.release();
        },
        release() {
          arriving.delete(own);
          slot?.release();
          bytes?.release();
        },
      };
    },
  };
}
