//! The attribute's argument: a closure, and options after it.

use constraint_symbolic::frontend::diagnostics::lint::Lint;
use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::suggestions::meant;
use constraint_symbolic::frontend::syntax::{Expr, ExprKind, Span};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::{Token, token};

use super::core_path::CorePath;
use super::expression::Reader;
use super::parameters::{self, Parameters};
use super::{Opaque, nesting, tokens};
use crate::notes::Notes;

/// The names of the options.
const OPTIONS: [&str; 5] = ["validate", "update", "draw", "allow", "crate"];

/// What stands after the closure: the functions of the user's that a joint calls, and what is meant as it is.
#[derive(Default)]
pub(crate) struct Options {
    /// Refuses parameters.
    pub(crate) validate: Option<TokenStream>,
    /// Changes the joint between steps.
    pub(crate) update: Option<TokenStream>,
    /// Draws the joint.
    pub(crate) draw: Option<TokenStream>,
    /// The names of what is found in the joint and is meant.
    pub(crate) allowed: Vec<String>,
    /// By which path the crate is named.
    pub(crate) core: CorePath,
}

/// The attribute's argument, as far as it could be read.
#[derive(Default)]
pub(super) struct Argument {
    /// What stands before the closure's body.
    pub(super) parameters: Option<Parameters>,
    /// The tokens of the closure's body.
    pub(super) body: Option<TokenStream>,
    /// The body; nothing where its tokens are no expression, because it is wrong or still being written.
    pub(super) formula: Option<Formula>,
    pub(super) options: Options,
    /// Whether the option `crate` was read.
    names_core: bool,
}

/// The closure's body.
pub(super) struct Formula {
    pub(super) body: Expr,
    /// What may be taken as parameters of the joint.
    pub(super) parameters: Vec<Opaque>,
    /// The types that `let`s declare.
    pub(super) annotations: Vec<TokenStream>,
}

/// Reads the attribute's argument.
pub(super) fn read(tokens: &TokenStream, notes: &Notes) -> Argument {
    let mut argument = Argument::default();
    if tokens.is_empty() {
        notes.report(tokens, Problem::NoClosure);
    } else if nesting::is_bearable(tokens, notes) {
        let whole = (|input: ParseStream| argument.read(input, notes)).parse2(tokens.clone());
        if let Err(error) = whole {
            report_syntax(&error, tokens, notes);
        }
    }
    argument
}

impl Argument {
    fn read(&mut self, input: ParseStream, notes: &Notes) -> syn::Result<()> {
        let mut has_values = false;
        while !input.is_empty() {
            if self.parameters.is_none() && parameters::is_closure(input) {
                self.closure(input, notes)?;
            } else if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
                self.option(input, notes)?;
            } else if input.peek(Token![crate]) && !input.peek2(Token![::]) {
                self.core(input, notes)?;
            } else if self.parameters.is_some() && input.fork().parse::<Ident>().is_ok_and(|word| word == "allow") {
                self.allow(input, notes)?;
            } else {
                has_values = true;
                self.other(input, notes)?;
            }
            if input.peek(Token![;]) {
                return Err(input.error("a value has no semicolon after it: leave out the `;`"));
            }
            if !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
                return Err(input.error("expected an operator here, or the end of the closure"));
            }
        }
        if self.parameters.is_none() && !has_values {
            notes.report(&TokenStream::new(), Problem::NoClosure);
        }
        Ok(())
    }

    fn closure(&mut self, input: ParseStream, notes: &Notes) -> syn::Result<()> {
        let parameters = self.parameters.insert(parameters::read(input, notes)?);
        self.body = Some(tokens::until(&input.fork(), |input| input.peek(Token![,]))?);
        let reader = Reader::new(&parameters.bodies, parameters.time.as_ref(), notes);
        let body = reader.body(input)?;
        let (parameters, annotations) = (reader.parameters.into_inner(), reader.annotations.into_inner());
        self.formula = Some(Formula { body, parameters, annotations });
        Ok(())
    }

    /// What is no option and not the first closure.
    fn other(&self, input: ParseStream, notes: &Notes) -> syn::Result<()> {
        let (place, word) = value(input, notes)?;
        match (&self.parameters, word) {
            (Some(_), Some(ident)) => report_option(&ident, notes),
            (Some(_), None) => notes.mistakes.report(place, Problem::SecondClosure),
            (None, _) => notes.mistakes.report(place, Problem::NotAClosure),
        }
        Ok(())
    }

    /// `allow(name, …)`
    fn allow(&mut self, input: ParseStream, notes: &Notes) -> syn::Result<()> {
        let ident: Ident = input.parse()?;
        if !input.peek(token::Paren) {
            report_option(&ident, notes);
            return Ok(());
        }
        let names;
        syn::parenthesized!(names in input);
        while !names.is_empty() {
            let name = tokens::until(&names, |input| input.peek(Token![,]))?;
            let text = name.to_string();
            if Lint::NAMES.contains(&text.as_str()) {
                self.options.allowed.push(text);
            } else {
                notes.report(&name, Problem::UnknownLint { near: meant(&text, Lint::NAMES), name: text });
            }
            names.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    }

    /// `crate = path`
    fn core(&mut self, input: ParseStream, notes: &Notes) -> syn::Result<()> {
        let word: Token![crate] = input.parse()?;
        let is_option = input.parse::<Option<Token![=]>>()?.is_some();
        let written = tokens::until(input, |input| input.peek(Token![,]))?;
        let place = notes.places.between(word.span, word.span);
        if self.names_core {
            notes.mistakes.report(place, Problem::OptionTwice("crate".to_owned()));
        }
        self.names_core = true;
        if let Ok(path) = CorePath::parse.parse2(written.clone()) {
            self.options.core = path;
            return Ok(());
        }
        // A path in quotes is refused, but used: without it the crate would not be found either.
        if let Ok(path) = CorePath::parse.parse_str(written.to_string().trim_matches('"')) {
            self.options.core = path;
        }
        let place = if is_option && !written.is_empty() { notes.places.of(&written) } else { place };
        notes.mistakes.report(place, Problem::CratePath);
        Ok(())
    }

    /// `name = value`
    fn option(&mut self, input: ParseStream, notes: &Notes) -> syn::Result<()> {
        let ident: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let before = input.fork();
        value(input, notes)?;
        let written = tokens::until(&before, |before| before.cursor() >= input.cursor())?;
        let name = ident.to_string();
        let option = match name.as_str() {
            "validate" => &mut self.options.validate,
            "update" => &mut self.options.update,
            "draw" => &mut self.options.draw,
            _ => {
                report_option(&ident, notes);
                return Ok(());
            }
        };
        if option.replace(written).is_some() {
            notes.report(&ident, Problem::OptionTwice(name));
        }
        Ok(())
    }
}

/// Passes over any expression; where it stands, and the word that it is.
fn value(input: ParseStream, notes: &Notes) -> syn::Result<(Span, Option<Ident>)> {
    let (mark, word) = (notes.mistakes.mark(), input.fork().parse::<Ident>().ok());
    let value = Reader::new(&[], None, notes).expression(input)?;
    notes.mistakes.rewind(mark);
    let is_word = matches!(&value.kind, ExprKind::Path(path) if path.len() == 1);
    Ok((value.span, word.filter(|_| is_word)))
}

/// An option without a value, or of an unknown name.
fn report_option(ident: &Ident, notes: &Notes) {
    let name = ident.to_string();
    let problem = if name == "allow" {
        Problem::AllowWithoutNames
    } else if OPTIONS.contains(&name.as_str()) {
        Problem::OptionWithoutValue(name)
    } else {
        Problem::UnknownOption { near: meant(&name, OPTIONS), name }
    };
    notes.report(ident, problem);
}

/// What the parser stumbled over. An end that comes too early stands on the last token before it: the parser names the
/// bracket around it, or the whole attribute.
fn report_syntax(error: &syn::Error, tokens: &TokenStream, notes: &Notes) {
    if !error.to_string().starts_with("unexpected end of input") {
        let place = notes.places.between(error.span(), error.span());
        notes.mistakes.report(place, syntax_problem(error));
        return;
    }
    match unfinished(tokens.clone()) {
        Some(TokenTree::Punct(bar)) if bar.as_char() == '|' => notes.report(tokens, Problem::EmptyBody),
        last => notes.report(&last, Problem::Unterminated),
    }
}

/// The parser's words, but where what stands there tells more.
fn syntax_problem(error: &syn::Error) -> Problem {
    let message = error.to_string();
    match error.span().source_text() {
        Some(word) if is_keyword(&word) && message.contains("identifier") => Problem::Keyword(word),
        _ if message == "expected an expression" => Problem::MissingOperand,
        _ => Problem::Syntax(message),
    }
}

/// Whether a word can be no name, but for those that cannot be raw ones either.
fn is_keyword(word: &str) -> bool {
    let starts_a_name = |first: char| first.is_alphabetic() || first == '_';
    let is_word = word.starts_with(starts_a_name) && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && syn::parse_str::<Ident>(word).is_err() && !["self", "Self", "super", "crate", "_"].contains(&word)
}

/// The last token of the first bracket that ends in an operator, or of all.
fn unfinished(tokens: TokenStream) -> Option<TokenTree> {
    let mut last = None;
    for token in tokens {
        if let TokenTree::Group(group) = &token
            && group.delimiter() != Delimiter::None
            && let Some(TokenTree::Punct(operator)) = unfinished(group.stream())
            && !",;?".contains(operator.as_char())
        {
            return Some(TokenTree::Punct(operator));
        }
        last = Some(token);
    }
    last
}
