/** On a narrow screen a name takes two lines: which variant it is stands at its end. */
export const NARROW_NAME = 'max-[1250px]:line-clamp-2 max-[1250px]:leading-4 max-[1250px]:whitespace-normal';
