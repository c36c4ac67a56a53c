//! Values, and what is taken of them.

use constraint_symbolic::frontend::builtins;
use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::syntax::{Expr, ExprKind, Name};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Lit, Token, token};

use super::expression::{Reader, Structs};
use super::{Opaque, name, refusal, tokens};

impl Reader<'_> {
    /// Fields, methods, calls and what else is taken of a value.
    pub(super) fn suffixes(&self, input: ParseStream, mut value: Expr, mark: usize) -> syn::Result<Expr> {
        loop {
            let first = self.ends(&value).0;
            value = if input.peek(Token![.]) && !input.peek(Token![..]) {
                input.parse::<Token![.]>()?;
                self.member(input, value, mark)?
            } else if input.peek(token::Paren) {
                self.call(input, value, mark)?
            } else if input.peek(token::Bracket) {
                let index = refusal::group(input)?;
                let problem = self.index(&value, index.stream());
                self.refused_since(mark, (first, index.span_close()), problem)
            } else if input.peek(Token![?]) {
                let question: Token![?] = input.parse()?;
                self.refused_since(mark, (first, question.span), refusal::QUESTION)
            } else {
                return Ok(value);
            };
        }
    }

    /// `.name`, `.name(…)`
    fn member(&self, input: ParseStream, base: Expr, mark: usize) -> syn::Result<Expr> {
        let first = self.ends(&base).0;
        if let Some((index, _)) = input.cursor().literal() {
            input.parse::<Literal>()?;
            self.refused((index.span(), index.span()), refusal::TUPLE_INDEX);
            return Ok(self.made(ExprKind::Invalid, (first, index.span())));
        }
        if input.peek(Token![await]) {
            let word: Token![await] = input.parse()?;
            return Ok(self.refused_since(mark, (first, word.span), refusal::ASYNC));
        }
        let ident: Ident = input.parse()?;
        self.generic_arguments(input)?;
        if !input.peek(token::Paren) {
            let name = name(&ident, self.notes);
            return Ok(self.made(ExprKind::Field(Box::new(base), name), (first, ident.span())));
        }
        let (arguments, _, last) = self.list(input)?;
        let kind = ExprKind::Method(Box::new(base), name(&ident, self.notes), arguments);
        Ok(self.made(kind, (first, last)))
    }

    /// `path(…)`
    fn call(&self, input: ParseStream, called: Expr, mark: usize) -> syn::Result<Expr> {
        let ends = self.ends(&called);
        let (arguments, _, last) = self.list(input)?;
        let kind = match called.kind {
            ExprKind::Path(path) => ExprKind::Call(path, arguments),
            ExprKind::Invalid => ExprKind::Invalid,
            _ => self.refused_since(mark, ends, refusal::CALLED_VALUE).kind,
        };
        Ok(self.made(kind, (ends.0, last)))
    }

    /// `(x, y, …)`: what stands there, whether a comma ends it, and the bracket that closes it.
    fn list(&self, input: ParseStream) -> syn::Result<(Vec<Expr>, bool, Span)> {
        let content;
        let brackets = syn::parenthesized!(content in input);
        let (mut all, mut ends_in_comma) = (Vec::new(), false);
        while !content.is_empty() {
            all.push(self.expression(&content)?);
            ends_in_comma = !content.is_empty();
            if ends_in_comma {
                content.parse::<Token![,]>()?;
            }
        }
        Ok((all, ends_in_comma, brackets.span.close()))
    }

    /// A value by itself.
    pub(super) fn value(&self, input: ParseStream, structs: Structs) -> syn::Result<Expr> {
        self.refuse_attributes(input)?;
        let first = input.span();
        if let Some(fragment) = tokens::fragment(input) {
            return (|input: ParseStream| self.expression(input)).parse2(fragment);
        }
        if input.peek(token::Paren) {
            let (mut all, ends_in_comma, last) = self.list(input)?;
            let inner = if ends_in_comma || all.len() > 1 { None } else { all.pop() };
            // The tree holds together what brackets do; they remain as its place.
            let kind = inner.map_or_else(|| ExprKind::Tuple(all), |inner| inner.kind);
            return Ok(self.made(kind, (first, last)));
        }
        if input.peek(token::Brace) {
            return self.block(input);
        }
        if input.peek(Token![if]) {
            return self.choice(input);
        }
        if let Some((literal, _)) = input.cursor().literal() {
            input.parse::<Literal>()?;
            return Ok(self.literal(literal));
        }
        if let Some(refused) = self.refused_value(input)? {
            return Ok(refused);
        }
        if input.peek(syn::Ident) || refusal::begins_path(input) {
            return self.path(input, structs);
        }
        match input.cursor().ident() {
            Some((word, _)) if word == "true" || word == "false" => {
                input.call(Ident::parse_any)?;
                Ok(self.made(ExprKind::Bool(word == "true"), (first, first)))
            }
            // Probably meant as a name.
            Some((word, _)) if ["as", "else", "in", "mut"].iter().all(|other| word != other) => {
                input.parse::<Ident>().and_then(|_| Err(input.error("expected an expression")))
            }
            _ => Err(input.error("expected an expression")),
        }
    }

    fn literal(&self, literal: Literal) -> Expr {
        let (ends, text) = ((literal.span(), literal.span()), literal.to_string());
        let kind = match Lit::new(literal) {
            Lit::Float(found) => found.base10_digits().parse().map_or(ExprKind::Invalid, ExprKind::Float),
            Lit::Int(found) if matches!(found.suffix(), "f32" | "f64") => {
                found.base10_digits().parse().map_or(ExprKind::Invalid, ExprKind::Float)
            }
            Lit::Int(_) => ExprKind::Integer(text),
            Lit::Char(_) | Lit::Byte(_) => return self.refused(ends, refusal::CHARACTER),
            _ => return self.refused(ends, refusal::STRING),
        };
        self.made(kind, ends)
    }

    /// A path, or what begins with one: a macro, a struct.
    pub(super) fn path(&self, input: ParseStream, structs: Structs) -> syn::Result<Expr> {
        let (mark, first, start) = (self.notes.mistakes.mark(), input.span(), input.cursor());
        let leading: Option<Token![::]> = input.parse()?;
        let mut path = Vec::new();
        let last = loop {
            let ident = if refusal::begins_path(input) { input.call(Ident::parse_any)? } else { input.parse()? };
            path.push(name(&ident, self.notes));
            let end = self.generic_arguments(input)?.unwrap_or(ident.span());
            if input.parse::<Option<Token![::]>>()?.is_none() {
                break end;
            }
        };
        if input.peek(Token![!]) && !input.peek(Token![!=]) {
            input.parse::<Token![!]>()?;
            let arguments = refusal::group(input)?;
            let name = path.pop().map_or_else(String::new, |name| name.text);
            let problem = self.macro_call(name, arguments.stream());
            return Ok(self.refused_since(mark, (first, arguments.span_close()), problem));
        }
        if structs == Structs::Allowed && input.peek(token::Brace) {
            let (fields, last) = self.fields(input)?;
            return Ok(self.made(ExprKind::Struct(path, fields), (first, last)));
        }
        let is_self = leading.is_none() && matches!(&path[..], [only] if only.text == "self");
        let mut tokens = TokenStream::new();
        let mut at = start;
        while at != input.cursor()
            && let Some((token, rest)) = at.token_tree()
        {
            tokens.extend([token]);
            at = rest;
        }
        let is_called = input.peek(token::Paren);
        let kind = match self.constant(&path).filter(|_| !is_called) {
            _ if is_self => ExprKind::SelfValue,
            Some(name) => ExprKind::Constant(name, self.scalar_parameter(tokens)),
            None => ExprKind::Path(path),
        };
        Ok(self.made(kind, (first, last)))
    }

    /// The name of a constant of the user's, if a path is written as one is: it is nothing that the closure binds, and no constant of
    /// the language.
    fn constant(&self, path: &[Name]) -> Option<Name> {
        let last = path.last()?;
        let is_constant = last.text.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_')
            && last.text.contains(char::is_uppercase);
        let is_bound = |ident: &Ident| path.len() == 1 && ident.unraw() == last.text;
        let is_known =
            path.len().checked_sub(2).is_some_and(|owner| builtins::is_of_language(&path[owner].text, &last.text));
        let mut bound = self.bodies.iter().chain(self.time);
        let is_variable = bound.any(is_bound) || self.variables.borrow().iter().any(is_bound);
        let text = path.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join("::");
        (is_constant && !is_known && !is_variable).then_some(Name { text, span: last.span })
    }

    /// The place among the parameters of an expression that is a scalar, by itself if it stands there already.
    fn scalar_parameter(&self, value: TokenStream) -> u32 {
        let mut parameters = self.parameters.borrow_mut();
        let text = value.to_string();
        let is_same = |known: &Opaque| known.ty.is_none() && known.value.to_string() == text;
        let place = parameters.iter().position(is_same).unwrap_or(parameters.len());
        if place == parameters.len() {
            parameters.push(Opaque { ty: None, value });
        }
        u32::try_from(place).unwrap_or(u32::MAX)
    }

    /// `::<…>`, where it ends.
    fn generic_arguments(&self, input: ParseStream) -> syn::Result<Option<Span>> {
        if !(input.peek(Token![::]) && input.peek3(Token![<])) {
            return Ok(None);
        }
        let colons: Token![::] = input.parse()?;
        let last = tokens::angles(input)?.pop().map_or(colons.spans[1], |last| last.span());
        self.refused((colons.spans[0], last), refusal::GENERIC_ARGUMENTS);
        Ok(Some(last))
    }

    /// `{ hertz: …, damping_ratio: … }`, and the bracket that closes it.
    fn fields(&self, input: ParseStream) -> syn::Result<(Vec<(Name, Expr)>, Span)> {
        let content;
        let brackets = syn::braced!(content in input);
        let mut fields = Vec::new();
        while !content.is_empty() {
            self.refuse_attributes(&content)?;
            if content.peek(Token![..]) {
                let dots: Token![..] = content.parse()?;
                self.refused((dots.spans[0], dots.spans[1]), refusal::STRUCT_REST);
                tokens::until(&content, tokens::is_end)?;
            } else if let Some((index, _)) = content.cursor().literal() {
                self.refused((index.span(), index.span()), refusal::TUPLE_INDEX);
                tokens::until(&content, tokens::is_end)?;
            } else {
                let ident: Ident = content.parse()?;
                let field = name(&ident, self.notes);
                let value = if content.parse::<Option<Token![:]>>()?.is_some() {
                    self.expression(&content)?
                } else {
                    self.made(ExprKind::Path(vec![field.clone()]), (ident.span(), ident.span()))
                };
                fields.push((field, value));
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok((fields, brackets.span.close()))
    }

    /// `if condition { … } else …`
    fn choice(&self, input: ParseStream) -> syn::Result<Expr> {
        let (mark, word): (_, Token![if]) = (self.notes.mistakes.mark(), input.parse()?);
        if input.peek(Token![let]) {
            return self.matching(input);
        }
        let condition = Box::new(self.whole(input, Structs::BeforeBlock)?);
        let then = Box::new(self.block(input)?);
        if input.parse::<Option<Token![else]>>()?.is_none() {
            return Ok(self.refused_since(mark, (word.span, word.span), Problem::IfWithoutElse));
        }
        let otherwise =
            if input.peek(Token![if]) { self.deeper(input, || self.choice(input))? } else { self.block(input)? };
        let ends = (word.span, self.ends(&otherwise).1);
        Ok(self.made(ExprKind::If(condition, then, Box::new(otherwise)), ends))
    }
}
