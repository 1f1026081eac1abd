/** Views that come later, by their titles. */
export const NOT_BUILT = ['TV Menu Display', 'AI Canvas View'] as const;
