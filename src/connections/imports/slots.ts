// Bounds how many checks of one provider run at once in this process, whatever the number of imports.

export interface Slots {
  /** Runs the work as soon as the name has a free slot, first come first served. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createSlots(most: number): Slots {
  const busy = new Map<string, { active: number; queue: (() => void)[] }>();
  return {
    async run(name, work) {
      const slot = busy.get(name) ?? { active: 0, queue: [] };
      busy.set(name, slot);
      // A caller that leaves passes the slot on, so that the count stays.
      if (slot.active >= most) await new Promise<void>((resolve) => slot.queue.push(resolve));
      else slot.active++;
      try {
        return await work();
      } finally {
        const next = slot.queue.shift();
        if (next) next();
        else slot.active--;
        if (slot.active === 0) busy.delete(name);
      }
    },
  };
}
