import { describe, expect, it } from 'vitest'
import { josa } from './josa'

describe('particles', () => {
  it.each([
    ['테이블', '을', '를', '테이블을'],
    ['예약', '을', '를', '예약을'],
    ['의자', '을', '를', '의자를'],
    ['김서연', '이', '가', '김서연이'],
    ['이도', '은', '는', '이도는'],
    ['서울', '으로', '로', '서울로'],
    ['부산', '으로', '로', '부산으로'],
    ['창가 4', '이', '가', '창가 4가'],
    ['창가 3', '이', '가', '창가 3이'],
    ['방 10', '을', '를', '방 10을'],
    ['Bar', '을', '를', 'Bar을'],
    ['Cafe', '을', '를', 'Cafe를'],
    ['테이블 (창가)', '을', '를', '테이블 (창가)를'],
    ['각'.normalize('NFD'), '이', '가', '각'.normalize('NFD') + '이'],
    ['', '이', '가', '가'],
  ])('%s', (word, consonant, vowel, whole) => expect(josa(word, consonant, vowel)).toBe(whole))
})
