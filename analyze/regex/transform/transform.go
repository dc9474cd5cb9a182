// Package transform makes of a pattern others that show, by what they do on texts, what it does on some: with what is called
// in the place of its calls, without what it asks of the text around it, with an end that may be anywhere, or with few
// characters that stand for many. Which texts these are and what they show stands at each.
package transform
