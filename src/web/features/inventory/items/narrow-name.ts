/** On a narrow screen a name takes two lines, because the variant is at its end. */
export const NARROW_NAME = 'max-[1250px]:line-clamp-2 max-[1250px]:leading-4 max-[1250px]:whitespace-normal';
