//! Blocks: `let`s, and a value at the end.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::diagnostics::problem::opaque::Mention;
use constraint_symbolic::frontend::syntax::{Expr, ExprKind, FieldKind, Let, Name};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Token, token};

use super::expression::{Reader, Structs};
use super::{Opaque, item, name, refusal, tokens};

impl Reader<'_> {
    /// `{ let name = value; …; tail }`
    pub(super) fn block(&self, input: ParseStream) -> syn::Result<Expr> {
        let content;
        let brackets = syn::braced!(content in input);
        let ends = (brackets.span.open(), brackets.span.close());
        // What is said to be no value, unless something is wrong with it besides.
        let (mut lets, mut last) = (Vec::new(), Some(ends));
        while !content.is_empty() {
            self.refuse_attributes(&content)?;
            if content.peek(Token![let]) {
                last = Some(self.local(&content, &mut lets)?);
            } else if is_item(&content) {
                self.item(&content, &mut lets)?;
                last = None;
            } else if content.parse::<Option<Token![;]>>()?.is_none() {
                match self.statement(&content)? {
                    Statement::Tail(tail) => {
                        return Ok(self.made(ExprKind::Block(lets, Box::new(tail)), ends));
                    }
                    Statement::Value(semicolon) => last = Some((semicolon, semicolon)),
                    Statement::Refused => last = None,
                }
            }
        }
        let tail = match last {
            Some(place) => self.refused(place, Problem::MissingTail),
            None => self.made(ExprKind::Invalid, ends),
        };
        Ok(self.made(ExprKind::Block(lets, Box::new(tail)), ends))
    }

    /// A statement that is an expression.
    fn statement(&self, input: ParseStream) -> syn::Result<Statement> {
        let mark = self.notes.mistakes.mark();
        let is_block = refusal::is_block(input);
        let mut value = if is_block { self.value(input, Structs::Allowed)? } else { self.expression(input)? };
        if is_block && (input.peek(Token![?]) || input.peek(Token![.]) && !input.peek(Token![..])) {
            let taken = self.suffixes(input, value, mark)?;
            value = self.after(input, Structs::Allowed, taken, mark)?;
        }
        let semicolon: Option<Token![;]> = input.parse()?;
        let is_refused = matches!(value.kind, ExprKind::Invalid);
        match semicolon {
            None if input.is_empty() => return Ok(Statement::Tail(value)),
            None if !is_block && !is_refused => return Err(input.error("expected `;`")),
            _ if is_refused => return Ok(Statement::Refused),
            Some(semicolon) if input.is_empty() => return Ok(Statement::Value(semicolon.span)),
            _ => {}
        }
        let (first, last) = self.ends(&value);
        let last = if matches!(value.kind, ExprKind::If(..)) { first } else { last };
        self.refused_since(mark, (first, last), Problem::Statement);
        Ok(Statement::Refused)
    }

    /// `const NAME: … = …;` and its like.
    fn item(&self, input: ParseStream, lets: &mut Vec<Let>) -> syn::Result<()> {
        let word = input.call(Ident::parse_any)?;
        if word == "const" && input.peek(syn::Ident) {
            lets.push(self.unknown(&input.fork().parse()?));
        }
        tokens::until(input, |input| input.peek(Token![;]) || input.peek(token::Brace))?;
        let last = input.parse::<TokenTree>().map_or_else(|_| word.span(), |token| token.span());
        let instead = "declare it outside the attribute";
        self.refused((word.span(), last), Problem::Unsupported { what: "an item", instead });
        Ok(())
    }

    /// A name of whose value nothing is known, so that nothing is found wrong with its uses.
    fn unknown(&self, ident: &Ident) -> Let {
        let name = name(ident, self.notes);
        let value = Expr { kind: ExprKind::Invalid, span: name.span };
        Let { name, annotation: None, value, parameter: None }
    }

    /// `let name: Type = value;`
    fn local(&self, input: ParseStream, lets: &mut Vec<Let>) -> syn::Result<(Span, Span)> {
        let word: Token![let] = input.parse()?;
        let (bound, pattern) = self.pattern(input)?;
        let is_end = |input: ParseStream| input.peek(Token![=]) || input.peek(Token![;]);
        let ty = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(tokens::ty(input, is_end)?),
            None => None,
        };
        let annotation = ty.as_ref().and_then(|ty| self.annotation(ty));
        let value = if input.parse::<Option<Token![=]>>()?.is_some() {
            Some(self.initial(input, ty.filter(|_| annotation.is_some()))?)
        } else {
            None
        };
        let semicolon: Token![;] = input.parse()?;
        let ends = (word.span, semicolon.span);
        let (value, parameter) = value.unwrap_or_else(|| (self.refused(ends, Problem::LetWithoutValue), None));
        let idents = tokens::idents(pattern);
        match bound {
            Some(name) => lets.push(Let { name, annotation, value, parameter }),
            None => lets.extend(idents.iter().map(|ident| self.unknown(ident))),
        }
        self.variables.borrow_mut().extend(idents);
        Ok(ends)
    }

    /// A value that a `let` binds, and its place among the parameters.
    fn initial(&self, input: ParseStream, ty: Option<TokenStream>) -> syn::Result<(Expr, Option<u32>)> {
        let (parameter, mention) = match ty {
            Some(ty) => self.as_parameter(input, ty)?,
            None => (None, None),
        };
        let mark = self.notes.mistakes.mark();
        let mut value = self.expression(input)?;
        // What the language lacks is no mistake where rustc can work it out.
        if parameter.is_some() && self.notes.mistakes.mark() > mark {
            self.notes.mistakes.rewind(mark);
            value.kind = ExprKind::Invalid;
        }
        if let Some(mention) = mention {
            self.notes.mistakes.replace_since(mark, |problem| mention.beside(problem));
        }
        if let Some(word) = input.parse::<Option<Token![else]>>()? {
            self.refused((word.span, word.span), Problem::LetElse);
            refusal::group(input)?;
        }
        Ok((value, parameter))
    }

    /// The place among the parameters of what has a type declared, unless it mentions something that the closure binds.
    fn as_parameter(&self, input: ParseStream, ty: TokenStream) -> syn::Result<(Option<u32>, Option<Mention>)> {
        let value = tokens::until(&input.fork(), |input| input.peek(Token![;]))?;
        if let Some(mention) = self.mention(value.clone()) {
            return Ok((None, Some(mention)));
        }
        let mut parameters = self.parameters.borrow_mut();
        parameters.push(Opaque { ty: Some(ty), value });
        Ok((u32::try_from(parameters.len() - 1).ok(), None))
    }

    /// The one name that a `let` binds, and all that stands there.
    fn pattern(&self, input: ParseStream) -> syn::Result<(Option<Name>, TokenStream)> {
        let is_mutable = input.peek(Token![mut]);
        if is_mutable {
            let word: Token![mut] = input.parse()?;
            self.refused((word.span, word.span), Problem::MutableLet);
        }
        let ends = |input: ParseStream| input.peek(Token![=]) || input.peek(Token![;]);
        let is_word = |pattern: &TokenStream| pattern.clone().into_iter().nth(1).is_none();
        if input.peek(syn::Ident) && input.peek2(syn::Ident) {
            input.parse::<Ident>()?;
            return Err(input.error("expected `:` before the type, or `=`"));
        }
        let ahead = tokens::pattern(&input.fork(), ends)?;
        if input.peek(Token![_]) && is_word(&ahead) {
            let word: Token![_] = input.parse()?;
            let span = self.notes.places.between(word.span, word.span);
            return Ok((Some(Name { text: "_".to_owned(), span }), TokenStream::new()));
        }
        if is_mutable || ahead.is_empty() || is_word(&ahead) && input.cursor().ident().is_some() {
            let ident: Ident = input.parse()?;
            return Ok((Some(name(&ident, self.notes)), TokenTree::from(ident).into()));
        }
        let pattern = tokens::pattern(input, ends)?;
        self.notes.report(&pattern, Problem::LetPattern);
        Ok((None, pattern))
    }

    fn annotation(&self, written: &TokenStream) -> Option<(FieldKind, constraint_symbolic::frontend::syntax::Span)> {
        match item::kind(written) {
            FieldKind::Other if written.to_string() == "_" => None,
            FieldKind::Other => {
                self.notes.report(written, Problem::UnsupportedType(item::written(written)));
                None
            }
            kind => {
                self.annotations.borrow_mut().push(written.clone());
                Some((kind, self.notes.places.of(written)))
            }
        }
    }
}

/// What a statement that is an expression is to its block.
enum Statement {
    Tail(Expr),
    /// A value with a semicolon after it, last in its block.
    Value(Span),
    Refused,
}

/// Whether a declaration is ahead.
fn is_item(input: ParseStream) -> bool {
    const WORDS: [&str; 13] =
        ["const", "static", "fn", "use", "struct", "enum", "type", "impl", "trait", "mod", "extern", "pub", "unsafe"];
    let Some((word, rest)) = input.cursor().ident() else { return false };
    // `const { … }` and `unsafe { … }` are expressions.
    let is_block =
        rest.group(Delimiter::Brace).is_some() || rest.punct().is_some_and(|(mark, _)| mark.as_char() == '|');
    let is_function = word == "async" && rest.ident().is_some_and(|(next, _)| next == "fn");
    is_function || WORDS.iter().any(|known| word == known) && !is_block
}
