const listeners = new Set<() => void>();

/** The service started long work that this user requested. Views of long work refresh at once. */
export const longWorkNews = {
  begun(): void {
    for (const listener of listeners) listener();
  },
  watch(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
